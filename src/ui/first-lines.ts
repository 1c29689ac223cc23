const MOST = 5

/** The lines of a short list in their order: all that still count, and then the first others, five in all. */
export function firstLines<Line>(lines: Line[], isLasting: (line: Line) => boolean) {
  let room = MOST - lines.filter(isLasting).length
  return lines.filter((line) => isLasting(line) || room-- > 0)
}
