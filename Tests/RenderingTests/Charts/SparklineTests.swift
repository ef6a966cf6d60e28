import Rendering
import Testing

struct SparklineTests {
    @Test(
        "A sparkline scales the last values from the lowest to the highest, from the left edge",
        arguments: [
            ([1, 2, 3, 4, 5, 6, 7, 8], 8, "▁▂▃▄▅▆▇█", ".:-=*#%@"), ([8, 1], 2, "█▁", "@."),
            ([0, 100, 1, 2, 3], 3, "▁▅█", ".+@"), ([1, 2], 4, "▁█  ", ".@  "), ([-1e308, 0, 1e308], 3, "▁▅█", ".+@"),
            ([1, nil, 3], 3, "▁ █", ". @"), ([.nan, 1, .infinity, 2], 4, " ▁ █", " . @"),
            ([7, 7, 7], 3, "▄▄▄", "+++"), ([nil, 7], 2, " ▄", " +"), ([7], 3, "▄  ", "+  "),
            ([nil, nil], 3, "   ", "   "), ([], 2, "  ", "  "),
            ([1, 2], 0, "", ""), ([], -1, "", ""), ([0, .leastNonzeroMagnitude], 2, "▁▁", ".."),
        ] as [([Double?], Int, String, String)])
    func bars(_ values: [Double?], _ width: Int, _ unicode: String, _ ascii: String) {
        #expect(Sparkline.text(values, width: width) == unicode)
        #expect(Sparkline.text(values, width: width, unicode: false) == ascii)
    }
}
