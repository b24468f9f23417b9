"""Echo bots as other libraries' own examples write them: what Fonte's delivery is measured beside.

Each is a program: `python NAME.py API_URL TOKEN`. They import nothing of Fonte's, so any interpreter will do.
"""
