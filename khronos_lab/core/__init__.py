"""Values: grids, boards, domains, states, actions, events; nothing here decides anything."""
