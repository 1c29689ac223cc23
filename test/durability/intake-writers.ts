import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { type Ledger, ok, Unanswered } from './ledger.ts'
import type { Stage } from './stage.ts'

/** A call of a device about an intake; what it means is noted once it is acknowledged. */
export type IntakeCall =
  | { is: 'begin'; id: string; path: string; body: object }
  | { is: 'answer'; id: string; path: string; body: { answers: { item: string; changeId: string }[] } }
  | { is: 'complete'; id: string; path: string; body: object }

const words = ['often', 'sometimes', 'never']

async function send(stage: Stage, ledger: Ledger, call: IntakeCall) {
  await ok(stage.as.maria, call.is === 'answer' ? 'PUT' : 'POST', call.path, call.body)
  const { id } = call
  if (call.is === 'begin') ledger.intakes.set(id, [])
  if (call.is === 'answer')
    ledger.intakes.get(id)?.push(...call.body.answers.map(({ item, changeId }) => `${item} ${changeId}`))
  if (call.is === 'complete') ledger.completed.add(id)
}

/** Begins intakes as a device without a connection does, answers the same questions over and over, and completes them. */
export async function writeIntakes(stage: Stage, ledger: Ledger): Promise<never> {
  const { maria } = stage.as
  const { items } = await ok(maria, 'GET', '/api/intakeForm/inUse')
  const { formId, versionId } = items.find(
    ({ definition }: { definition: { title: { en: string } } }) => definition.title.en === 'Hunger Vital Sign',
  )
  const attempt = (call: IntakeCall) =>
    send(stage, ledger, call).catch((error) => {
      if (error instanceof Unanswered) ledger.unansweredIntakes.push(call)
      throw error
    })
  for (let n = 0; ; n++) {
    const person = await ok(maria, 'POST', '/api/contact/', { firstName: 'Intake', lastName: 'Durable', phones: [] })
    const id = randomUUID()
    const begin = { formId, contactId: person.id, language: 'en', begun: { id, versionId } }
    await attempt({ is: 'begin', id, path: '/api/intake/', body: begin })
    for (let base = 0; base < 6; base++) {
      const answers = ['worried', 'ran-out'].map((item) => ({
        ...{ item, base, changeId: randomUUID(), value: words[(n + base) % words.length] },
      }))
      await attempt({ is: 'answer', id, path: `/api/intake/${id}/answers`, body: { answers } })
    }
    await attempt({ is: 'complete', id, path: `/api/intake/${id}/complete`, body: { versionId } })
  }
}

/** A device without a response repeats its call, more than once. */
export async function repeatIntakes(stage: Stage, ledger: Ledger) {
  for (const call of ledger.unansweredIntakes) {
    await ok(stage.as.maria, call.is === 'answer' ? 'PUT' : 'POST', call.path, call.body)
    await send(stage, ledger, call)
  }
}

/** Each intake exists once, with each acknowledged answer, each counted once, and in its order. */
export async function checkIntakes(database: Database, ledger: Ledger) {
  const ids = [...ledger.intakes.keys()]
  const { rows } = await sql<{ id: string; state: string; forPerson: number; answers: string[] }>`
    select id, state, (select count(*)::int from intake other where other.contact_id = intake.contact_id) as for_person,
      coalesce((select array_agg(item_key || ' ' || change_id || ' ' || revision) from intake_answer
        where intake_id = intake.id), '{}') as answers
    from intake where id = any(${ids}::uuid[])`.execute(database)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    if (!row) return [`an intake is missing: ${id}`]
    const told = Map.groupBy(ledger.intakes.get(id) ?? [], (change) => change.split(' ')[0])
    const expected = [...told.values()].map((changes) => `${changes.at(-1)} ${changes.length}`).sort()
    const state = ledger.completed.has(id) ? 'complete' : 'draft'
    const has = JSON.stringify([row.state, row.forPerson, row.answers.sort()])
    const should = JSON.stringify([state, 1, expected])
    return has === should ? [] : [`the intake ${id} is ${has}, its device was told ${should}`]
  })
}
