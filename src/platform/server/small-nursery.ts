import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const MB = 1024 * 1024
/** Both halves together, as V8 counts them. */
const ENOUGH = 8 * MB

const nurserySize = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
const mayGrow = (may: boolean) => setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`)

/** A nursery grows while much of what is in it stays in use. */
function growNursery() {
  const kept: number[][] = []
  while (nurserySize() < ENOUGH && kept.length < 40_000)
    for (let made = 0; made < 1000; made++) kept.push(new Array<number>(16).fill(0))
}

/**
 * Holds V8's nursery at what `--max-semi-space-size=4` says, however the process was started: that flag counts only at the
 * start, the one that says how a nursery grows counts at any time. Requests are short, so that a larger one gains little;
 * left alone, it becomes 128 MB and stays so. Call it before anything else is loaded.
 */
export function keepNurserySmall() {
  growNursery()
  let growing = false
  mayGrow(growing)
  // An idle process makes its nursery smaller.
  new PerformanceObserver(() => {
    if (growing === nurserySize() < ENOUGH) return
    growing = !growing
    mayGrow(growing)
  }).observe({ entryTypes: ['gc'] })
}
