/** The names of filters in a URL: those that appear once, and those that may be repeated. */
interface Names<One extends string, Many extends string> {
  single: readonly One[]
  repeated: readonly Many[]
}
export type FiltersOf<N> =
  N extends Names<infer One, infer Many> ? Partial<Record<One, string> & Record<Many, string[]>> : never

/** The filters in a URL, without empty ones. */
export function readFilters<One extends string, Many extends string>(
  words: URLSearchParams,
  { single, repeated }: Names<One, Many>,
) {
  const once = single.flatMap((name) => (words.get(name) ? [[name, words.get(name)]] : []))
  const lists = repeated.flatMap((name) => (words.has(name) ? [[name, words.getAll(name)]] : []))
  return Object.fromEntries([...once, ...lists]) as FiltersOf<Names<One, Many>>
}
