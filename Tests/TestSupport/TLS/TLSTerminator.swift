/// The helper for TLS, which neither Swift's nor the C library has: python3 with its ssl module.
enum TLSTerminator {
    /// Arguments: certificate chain, key, the plain port, and the protocols for ALPN, best first. It prints its port,
    /// relays the bytes of every connection to the plain port and back, passes resets on, and ends when its stdin does.
    static let source = #"""
        import os, select, socket, ssl, struct, sys, threading

        def reset(connection):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        def pump(tls, plain):
            while True:
                ready = [tls] if tls.pending() else select.select([tls, plain], [], [])[0]
                if tls in ready:
                    data = tls.recv(65536)
                    if not data:
                        return
                    plain.sendall(data)
                if plain in ready:
                    try:
                        data = plain.recv(65536)
                    except ConnectionResetError:
                        return reset(tls)
                    if not data:
                        tls.settimeout(1)
                        return tls.unwrap()
                    tls.sendall(data)

        def serve(connection):
            connection.settimeout(30)
            try:
                with context.wrap_socket(connection, server_side=True) as tls:
                    with socket.create_connection(("127.0.0.1", int(sys.argv[3]))) as plain:
                        pump(tls, plain)
            except OSError:
                connection.close()

        def end_with_stdin():
            sys.stdin.buffer.read()
            os._exit(0)

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        context.set_alpn_protocols(sys.argv[4].split(","))
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        threading.Thread(target=end_with_stdin, daemon=True).start()
        print(listener.getsockname()[1], flush=True)
        while True:
            accepted, _ = listener.accept()
            threading.Thread(target=serve, args=(accepted,), daemon=True).start()
        """#
}
