import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const MB = 1024 * 1024
/** Both semispaces, as V8 counts them. The size grows by doubling. */
const ENOUGH = 16 * MB
const isTooSmall = () => nurserySize() <= ENOUGH / 2
/** How far the heap grows over the live size before the next collection. V8's default is up to three times. */
const GROWTH_PERCENT = 25

const nurserySize = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
const mayGrow = (may: boolean) => setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`)

/** The new space grows while many of its objects survive. */
function setSemiSpace() {
  const kept: number[][] = []
  while (isTooSmall() && kept.length < 40_000)
    for (let made = 0; made < 1000; made++) kept.push(new Array<number>(16).fill(0))
}

/**
 * Limits V8's heap, however the process was started. By default, the new space grows to 128 MB and stays there, and
 * objects promoted in busy seconds are collected only after the heap has grown to three times the live size.
 * `--max-semi-space-size=8` works only on the command line; the flags set here work at any time. Requests are short, so
 * more memory has little benefit. Call it before loading anything else.
 */
export function limitHeap() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  setSemiSpace()
  let growing = false
  mayGrow(growing)
  // An idle process shrinks its new space.
  new PerformanceObserver(() => {
    if (growing === isTooSmall()) return
    growing = !growing
    mayGrow(growing)
  }).observe({ entryTypes: ['gc'] })
}
