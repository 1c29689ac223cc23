import * as fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { itemsOf } from '#casework/intake-forms/form-definition.ts'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import type { AnswerChange, Intake, SavedAnswers } from '#casework/intakes/intake.ts'
import type { PendingChanges } from '#casework/intakes/web/answer-queue.ts'
import { startTestApp } from './app.ts'
import { makeOrganization } from './factories.ts'
import { howOften } from './how-often.ts'

const { database, someone } = await startTestApp()
vi.stubGlobal('document', { querySelector: () => null })
const { ApiError } = await import('#platform/web/api.ts')
const { AnswerQueue, withSaved } = await import('#casework/intakes/web/answer-queue.ts')
afterAll(() => vi.unstubAllGlobals())
await insertShippedForms(database)
const { id: formId } = await database
  .selectFrom('intakeForm')
  .select('id')
  .where('shippedAs', '=', 'hunger-vital-sign')
  .executeTakeFirstOrThrow()
const { call } = await someone({ organizationId: (await makeOrganization(database)).id })

type Cut = 'none' | 'before' | 'after'
/** What a person does, and what the connection does with the next request. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('answer' as const), item: fc.nat(1), option: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('send' as const), cut: fc.constantFrom<Cut>('none', 'before', 'after') }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('reopen' as const), isOnline: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('echo' as const), of: fc.nat(20) }) },
)

it('INT-08 however the connection fails, each answer arrives exactly once and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const { body: person } = await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera' })
      const begun = (await call('POST', '/api/intake/', { formId, contactId: person.id, language: 'en' }))
        .body as Intake
      const path = `/api/intake/${begun.id}/answers`
      const items = itemsOf(begun.definition).filter(({ kind }) => kind === 'choice')
      let cut: Cut = 'none'
      let kept: PendingChanges = {}
      let known = begun
      const sent: AnswerChange[][] = []
      const changeIds = new Map<string, Set<string>>()
      const save = async (answers: AnswerChange[]) => {
        sent.push(answers)
        if (cut === 'before') throw new ApiError(0, {})
        const { status, body } = await call('PUT', path, { answers })
        expect(status).toBe(200)
        if (cut === 'after') throw new ApiError(0, {})
        known = { ...known, answers: withSaved(known.answers, body as SavedAnswers) }
        return body as SavedAnswers
      }
      const open = () =>
        new AnswerQueue({
          ...{ items, answers: known.answers, pending: kept, save, onChange: () => undefined },
          keep: async (pending) => {
            kept = structuredClone(pending)
            for (const [item, { changeId }] of Object.entries(pending))
              changeIds.set(item, (changeIds.get(item) ?? new Set()).add(changeId))
          },
        })
      let queue = open()
      const typed = new Map<string, unknown>()
      for (const each of steps) {
        if (each.is === 'answer') {
          const item = items[each.item]
          const value = item?.options[each.option % item.options.length]?.key
          queue.answer(item?.key ?? '', value)
          typed.set(item?.key ?? '', value)
        } else if (each.is === 'send') {
          cut = each.cut
          const isSaved = await queue.flush()
          // "Saved" is said only of what the portal has.
          if (isSaved) expect(await stored(begun.id)).toEqual(Object.fromEntries(typed))
        } else if (each.is === 'reopen') {
          queue.stop()
          if (each.isOnline) known = (await call('GET', `/api/intake/${begun.id}`)).body
          queue = open()
        } else if (sent.length) await call('PUT', path, { answers: sent[each.of % sent.length] })
        expect(queue.current.conflicts).toEqual([])
      }
      cut = 'none'
      expect(await queue.flush()).toBe(true)
      queue.stop()
      expect(kept).toEqual({})
      expect(await stored(begun.id)).toEqual(Object.fromEntries(typed))
      for (const { itemKey, revision } of ((await call('GET', `/api/intake/${begun.id}`)).body as Intake).answers)
        expect(revision).toBeLessThanOrEqual(changeIds.get(itemKey)?.size ?? 0)
    }),
    { numRuns: howOften(10, 1000) },
  )
})

async function stored(intakeId: string) {
  const { answers } = (await call('GET', `/api/intake/${intakeId}`)).body as Intake
  return Object.fromEntries(answers.map(({ itemKey, value }) => [itemKey, value]))
}
