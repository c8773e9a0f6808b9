"""Three boards that can be clicked, with controls and panels."""
