import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#platform/server/database.ts'
import { invite, register, reset } from './account-writers.ts'
import { checkLedger, checkPeers } from './check-ledger.ts'
import { writeTickets } from './desk-writers.ts'
import { repeatIntakes, writeIntakes } from './intake-writers.ts'
import { countWaiting, findHalfThere } from './invariants.ts'
import { countActs, countUnanswered, emptyLedger, type Ledger, Unanswered } from './ledger.ts'
import { buildMachine, type Machine, type Victim, victims } from './machine.ts'
import { type Peers, startPeers } from './peers.ts'
import { prepareLinks, prepareMany, repeatMany, workReferrals, writeReferrals } from './referral-writers.ts'
import { type Stage, setStage } from './stage.ts'

export interface Round {
  victim: Victim
  /** what clients were told is done */
  acknowledged: number
  /** calls that the kill cut off, and that were repeated afterwards */
  repeated: number
  /** from the restart until the portal reports that it is ready, in milliseconds */
  readyAfter: number
  /** CPU time that the new portal had used by then; null if none was started */
  processorMs: number | null
  /** from then until every mail, text and job was processed */
  drainedAfter: number
  /** what this round found to be lost, doubled or incomplete */
  mistakes: string[]
}
export interface Report {
  rounds: Round[]
  mistakes: string[]
  mails: number
  texts: number
  /** mails that were sent twice under the same Message-ID */
  repeatedMails: number
}

/** The kill happens at a random moment after this many acknowledged acts, besides what was prepared. */
const FEWEST_ACTS = 60
const LONGEST_BURST_MS = 30_000

/** Runs all writers at once, until the kill ends them. */
async function burst(machine: Machine, peers: Peers, stage: Stage, ledger: Ledger, victim: Victim) {
  const sent: string[] = []
  const [answerMany, links] = await Promise.all([
    prepareMany(stage, ledger),
    prepareLinks(machine.url, peers, stage, ledger),
  ])
  const prepared = countActs(ledger)
  const writers = [
    writeReferrals(stage, ledger, sent, 0),
    writeReferrals(stage, ledger, sent, 1),
    workReferrals(stage, ledger, sent, 0),
    workReferrals(stage, ledger, sent, 1),
    answerMany(),
    ...links.map((answer) => answer()),
    writeTickets(stage, ledger),
    writeIntakes(stage, ledger),
    register(machine.url, peers, stage, ledger),
    invite(machine.url, peers, stage, ledger),
    reset(machine.url, peers, stage, ledger),
  ].map((writer) => writer.then(() => null).catch((error: Error) => error))
  const target = FEWEST_ACTS + Math.floor(Math.random() * FEWEST_ACTS)
  const latest = performance.now() + LONGEST_BURST_MS
  while (countActs(ledger) - prepared < target && performance.now() < latest) await sleep(5)
  await machine.kill(victim)
  const ended = await Promise.all(writers)
  return ended.flatMap((error) => (error && !(error instanceof Unanswered) ? [`a writer: ${error.message}`] : []))
}

const DRAIN_MS = 60_000

/**
 * Kills the portal, its PostgreSQL, or both during a mixed burst of calls, repeatedly, restarts it, and checks that
 * everything acknowledged exists once, and nothing is incomplete.
 */
export async function runRounds(count: number, say: (round: Round, number: number) => void = () => undefined) {
  const peers = await startPeers()
  const machine = await buildMachine(peers.environment)
  await machine.start()
  const { database, close } = openDatabase(machine.databaseUrl, 4)
  const report: Report = { rounds: [], mistakes: [], mails: 0, texts: 0, repeatedMails: 0 }
  try {
    for (let number = 0; number < count; number++) {
      const victim = victims[number % victims.length] as Victim
      const stage = await setStage(database, machine.url, number)
      const ledger = emptyLedger()
      const mistakes = await burst(machine, peers, stage, ledger, victim)
      if (victim === 'postgres' && !machine.portalRuns()) throw new Error(`The portal ended:\n${machine.said()}`)
      const { readyAfter, processorMs } = await machine.restart(victim)
      for (const repeat of [repeatMany, repeatIntakes])
        await repeat(stage, ledger).catch((error: Error) => mistakes.push(error.message))
      const from = performance.now()
      let waiting = await countWaiting(database)
      while ((waiting.jobs || waiting.messages) && performance.now() - from < DRAIN_MS) {
        await sleep(100)
        waiting = await countWaiting(database)
      }
      const drainedAfter = performance.now() - from
      if (waiting.jobs || waiting.messages) mistakes.push(`work is stuck: ${JSON.stringify(waiting)}`)
      mistakes.push(...(await checkLedger(database, machine.url, { stage, ledger, peers })))
      mistakes.push(...(await findHalfThere(database, machine.files)))
      report.mistakes.push(...mistakes.map((mistake) => `round ${number}, ${victim} killed: ${mistake}`))
      const round = {
        victim,
        acknowledged: countActs(ledger),
        repeated: countUnanswered(ledger),
        readyAfter,
        processorMs,
        drainedAfter,
        mistakes,
      }
      report.rounds.push(round)
      say(round, number)
    }
    const { found, repeated } = await checkPeers(database, peers)
    report.mistakes.push(...found)
    return { ...report, mails: peers.mails.length, texts: peers.texts.length, repeatedMails: repeated }
  } finally {
    await close()
    await machine.stop()
    await peers.stop()
  }
}
