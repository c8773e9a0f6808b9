"""Many games to look through: brush one picture and all others follow."""
