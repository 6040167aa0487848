"""The tools over HTTP and over the Model Context Protocol.

Needs the extra `serve`; nothing else in the package imports from here but the two
commands that start a server.
"""
