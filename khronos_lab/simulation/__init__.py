"""Simulation: many games as a dataset, from one core to a cluster."""
