import CCurl

extension CurlHandle {
    /// Sets how the host of an order is reached and trusted, and the time limit. Does not set what is sent.
    func reach(_ order: TransferOrder) throws(TransportError.Reason) {
        try set(CCURLOPT_URL, order.url)
        try set(CCURLOPT_NOSIGNAL, 1)
        try set(CCURLOPT_TIMEOUT_MS, max(1, order.milliseconds))
        try set(CCURLOPT_CONNECTTIMEOUT_MS, max(1, order.milliseconds))
        try set(CCURLOPT_SSL_VERIFYPEER, 1)
        try set(CCURLOPT_SSL_VERIFYHOST, 2)
        if !offer(CCURLOPT_PROTOCOLS_STR, "http,https") {
            try set(CCURLOPT_PROTOCOLS, CCURLPROTO_HTTP | CCURLPROTO_HTTPS)
        }
        offer(CCURLOPT_QUICK_EXIT, 1)
        offer(CCURLOPT_PATH_AS_IS, 1)
        offer(CCURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if order.avoidsProxy { try set(CCURLOPT_NOPROXY, "*") }
        try trust(order.trust)
    }

    private func trust(_ trust: Trust) throws(TransportError.Reason) {
        if let bundle = trust.bundle {
            try set(CCURLOPT_CAINFO, bundle)
            offer(CCURLOPT_PROXY_CAINFO, bundle)
        }
        // A TLS library without support for directories works without this option, as in the curl tool.
        if let directory = trust.directory {
            offer(CCURLOPT_CAPATH, directory)
            offer(CCURLOPT_PROXY_CAPATH, directory)
        }
    }
}
