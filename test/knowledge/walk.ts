import type { TestApp } from '../app.ts'
import { readSomething } from './reads.ts'
import { takeStep } from './take-step.ts'
import { buildWorld, seeded } from './world.ts'

const READS = 4

/**
 * One walk: random acts, and after each of them random reads by any actor. @returns the mistakes found, and the acts
 */
export async function walk(app: TestApp, seed: number, steps: number) {
  const random = seeded(seed)
  const world = await buildWorld(app, seed)
  await world.begin()
  for (let n = 0; n < steps; n++) {
    await takeStep(world, random, n)
    await world.judgeNews()
    if (world.knowledge.people.length === 0) continue
    for (let read = 0; read < READS; read++) await readSomething(world, random)
  }
  const { mistakes, reads, looks, knowledge, counts } = world
  return {
    mistakes: mistakes.map((mistake) => `seed ${seed}: ${mistake}`),
    reads,
    looks,
    counts,
    people: knowledge.people.length,
    referrals: knowledge.referrals.length,
    statuses: new Set(knowledge.referrals.map(({ status }) => status)),
  }
}
