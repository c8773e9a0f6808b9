"""A program that puts small faults into the code and counts those that no test notices."""
