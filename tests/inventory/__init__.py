"""The inventory: one list of what khronos_lab does, looked at as its users do.

Every line of the tables here is an entry: what it is called, what is promised, how to get it, and
what comes out in English and, where words are said, in German. Only public doors are used: `import
khronos_lab as kl`, the `khronos-lab` command, pages, files and widgets as people see them. So the
inside may be rebuilt as long as the list holds.

`offered.txt` names everything that is offered. What is new gets an entry here and a line there
(`python -m tests.inventory.offered` writes it); what goes is named in CHANGELOG.md first.
"""
