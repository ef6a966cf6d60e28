/// Charts as one standalone SVG 1.1 file, one below the other. The image scales with its container, follows the light
/// or dark preference of the viewer on a screen and is light in print, has text alternatives for screen readers, and
/// references no external resource.
public struct SVGChart: Sendable {
    private let charts: [Chart]

    /// Creates a file from charts.
    ///
    /// - Parameter charts: The charts, from top to bottom.
    public init(_ charts: [Chart]) {
        self.charts = charts
    }

    /// The file as UTF-8.
    public var bytes: [UInt8] {
        let panels = SVGPanel.panels(charts)
        let height = panels.reduce(0) { $0 + $1.height }
        var svg = SVGWriter()
        svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" ")
        svg.raw("viewBox=\"0 0 \(SVGPanel.width.coordinate) \(max(1, height).coordinate)\" class=\"crypto-chart\">\n")
        svg.element("title", text: panels.map(\.name).joined(separator: "; "))
        svg.raw("<style>\n\(Self.style)</style>\n")
        svg.element("rect", class: "paper", ["width": "100%", "height": "100%"])
        var top = 0.0
        for panel in panels {
            svg.raw("<g role=\"img\" transform=\"translate(0 \(top.coordinate))\">\n")
            svg.bytes += panel.drawn()
            svg.raw("</g>\n")
            top += panel.height
        }
        svg.raw("</svg>\n")
        return svg.bytes
    }

    /// The class limits the style to this image if the file is embedded in a page.
    private static let style =
        """
        .crypto-chart { font-family: system-ui, sans-serif; font-size: 13px; font-variant-numeric: tabular-nums }
        .crypto-chart .paper { fill: #ffffff }
        .crypto-chart text { fill: #24292f }
        .crypto-chart .head { font-size: 18px; font-weight: 600 }
        .crypto-chart .note { font-size: 12px }
        .crypto-chart .grid { stroke: #24292f; stroke-opacity: 0.15 }
        .crypto-chart .axis { stroke: #24292f; stroke-opacity: 0.6 }
        .crypto-chart .band { fill-opacity: 0.35 }
        .crypto-chart .line { fill: none; stroke: #0a58ca; stroke-width: 2; stroke-linejoin: round }
        .crypto-chart .dot { fill: #0a58ca }
        .crypto-chart .area { fill: #0a58ca; fill-opacity: 0.12 }
        .crypto-chart .curve { fill: none; stroke-width: 2; stroke-linejoin: round }
        .crypto-chart .volume { fill: #24292f; fill-opacity: 0.3 }
        .crypto-chart .wick, .crypto-chart .body { stroke: #57606a; fill: #57606a }
        .crypto-chart .rise { color: #1a7f37 }
        .crypto-chart .fall { color: #cf222e }
        .crypto-chart .line.rise, .crypto-chart .line.fall { stroke: currentColor }
        .crypto-chart .wick.rise, .crypto-chart .wick.fall { stroke: currentColor }
        .crypto-chart .body.rise, .crypto-chart .body.fall { stroke: currentColor; fill: currentColor }
        .crypto-chart .dot.rise, .crypto-chart .dot.fall { fill: currentColor }
        .crypto-chart .area.rise, .crypto-chart .area.fall { fill: currentColor }
        .crypto-chart .body.rise { fill: #ffffff }
        @media screen and (prefers-color-scheme: dark) {
        .crypto-chart .paper { fill: #0d1117 }
        .crypto-chart text { fill: #e6edf3 }
        .crypto-chart .grid, .crypto-chart .axis { stroke: #e6edf3 }
        .crypto-chart .band { fill-opacity: 0.25 }
        .crypto-chart .line { stroke: #79b8ff }
        .crypto-chart .dot, .crypto-chart .area { fill: #79b8ff }
        .crypto-chart .volume { fill: #e6edf3 }
        .crypto-chart .rise { color: #3fb950 }
        .crypto-chart .fall { color: #f85149 }
        .crypto-chart .body.rise { fill: #0d1117 }
        }

        """
}
