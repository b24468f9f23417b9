"""The operators' console in a browser: pages made on the server, readable and usable without JavaScript."""
