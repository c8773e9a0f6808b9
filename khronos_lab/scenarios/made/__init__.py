"""Exercises that are made: positions built towards a clause, case by case."""
