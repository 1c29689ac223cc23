import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const MB = 1024 * 1024
/** Both halves together, as V8 counts them. It grows by doubling. */
const ENOUGH = 16 * MB
const isTooSmall = () => nurserySize() <= ENOUGH / 2
/** By how much of what was in use the heap grows until it is looked through for what is not. V8 takes up to three times as much. */
const GROWTH_PERCENT = 25

const nurserySize = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
const mayGrow = (may: boolean) => setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`)

/** A nursery grows while much of what is in it stays in use. */
function setSemiSpace() {
  const kept: number[][] = []
  while (isTooSmall() && kept.length < 40_000)
    for (let made = 0; made < 1000; made++) kept.push(new Array<number>(16).fill(0))
}

/**
 * Holds V8's heap small, however the process was started. Left alone, the nursery becomes 128 MB and stays so, and what was
 * promoted out of it by busy seconds is looked through only when it has grown to three times what is in use.
 * `--max-semi-space-size=8` counts only at the start, the flags that are set here at any time. Requests are short, so that
 * more memory gains little. Call it before anything else is loaded.
 */
export function limitHeap() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  setSemiSpace()
  let growing = false
  mayGrow(growing)
  // An idle process makes its nursery smaller.
  new PerformanceObserver(() => {
    if (growing === isTooSmall()) return
    growing = !growing
    mayGrow(growing)
  }).observe({ entryTypes: ['gc'] })
}
