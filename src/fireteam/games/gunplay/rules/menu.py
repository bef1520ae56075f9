"""stub"""
def menu_size(state, tables, slot):
    return 0
def menu_choice(state, tables, slot, k, choice):
    pass
def default_choice(state, tables, slot, choice):
    pass
