"""HTTP and WebSocket: routes, access control, validation, errors, OpenAPI and the page's files."""
