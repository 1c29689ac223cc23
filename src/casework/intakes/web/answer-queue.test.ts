import { afterAll, expect, it, vi } from 'vitest'
import type { FormItem } from '#casework/intake-forms/form-definition.ts'
import type { AnswerChange, SavedAnswers, ShownAnswer } from '../intake.ts'
import type { PendingChanges } from './answer-queue.ts'

vi.stubGlobal('document', { querySelector: () => null })
const { ApiError } = await import('#platform/web/api.ts')
const { AnswerQueue, AnswersRefused } = await import('./answer-queue.ts')
afterAll(() => vi.unstubAllGlobals())

const noTexts = { en: '', es: '' }
const item = (key: string, kind: FormItem['kind']): FormItem => ({
  ...{ key, kind, text: noTexts, help: noTexts, isRequired: false, isSensitive: false, codes: [], options: [] },
  ...{ showWhen: null, raises: [], items: [] },
})
const answer = (itemKey: string, value: unknown, revision: number): ShownAnswer => ({
  ...{ itemKey, value, revision, answeredOn: '2026-11-23T12:00:00.000Z', answeredByName: 'Dana Tester' },
})

/** A queue whose saves a test answers. */
function makeQueue(given: { answers?: ShownAnswer[]; pending?: PendingChanges } = {}) {
  const save = vi.fn(
    async (changes: AnswerChange[]): Promise<SavedAnswers> => ({
      saved: changes.map(({ item: key, value, base }) => answer(key, value, base + 1)),
      conflicts: [],
    }),
  )
  const keep = vi.fn(async (_pending: PendingChanges) => undefined)
  const states: string[] = []
  const queue = new AnswerQueue({
    items: [item('name', 'text'), item('phone', 'phone'), item('age', 'number')],
    ...{ answers: [], pending: {}, save, keep, ...given },
    onChange: ({ state }) => states.push(state),
  })
  const sent = (at: number) => save.mock.calls[at]?.[0].map(({ item: key, value, base }) => [key, value, base])
  return { queue, save, keep, states, sent }
}

it('INT-06 answers of others appear where nothing waits, is typed or is in conflict', async () => {
  const { queue } = makeQueue({ answers: [answer('age', 4, 1)] })
  queue.answer('name', 'Ana')
  queue.answer('phone', '71')
  queue.merge([answer('name', 'Noor', 1), answer('phone', '+17165550142', 1), answer('age', 5, 2)])
  expect(queue.current.values).toEqual({ name: 'Ana', phone: '71', age: 5 })
  queue.merge([answer('age', 4, 1)])
  expect(queue.current.values.age).toBe(5)
  queue.stop()
})

it('INT-06 what is typed while a save runs goes on from what it saved', async () => {
  const { queue, save, sent } = makeQueue()
  queue.answer('name', 'A')
  save.mockImplementationOnce(async (changes) => {
    queue.answer('name', 'Ana')
    return { saved: changes.map(({ item: key, value }) => answer(key, value, 1)), conflicts: [] }
  })
  expect(await queue.flush()).toBe(true)
  expect([sent(0), sent(1)]).toEqual([[['name', 'A', 0]], [['name', 'Ana', 1]]])
  expect(queue.current).toMatchObject({ values: { name: 'Ana' }, pending: {}, state: 'saved' })
})

it('INT-06 whoever types on after a conflict replaces the other answer, and nothing else', async () => {
  const { queue, save, sent } = makeQueue()
  queue.answer('name', 'Ana')
  queue.answer('age', 5)
  const conflicts = [answer('name', 'Noor', 3), answer('age', 6, 2)]
  save.mockResolvedValueOnce({ saved: [], conflicts })
  expect(await queue.flush()).toBe(false)
  expect(queue.current.conflicts).toEqual(conflicts)
  queue.answer('name', 'Anna')
  expect(queue.current.conflicts).toEqual([answer('age', 6, 2)])
  await queue.flush()
  expect(sent(1)).toEqual([['name', 'Anna', 3]])
})

it('INT-06 the own answer in a conflict is kept until somebody decides', async () => {
  const { queue, save, keep, sent } = makeQueue()
  queue.answer('name', 'Ana')
  queue.answer('age', 5)
  const conflict = { saved: [], conflicts: [answer('name', 'Noor', 3), answer('age', 6, 2)] }
  save.mockResolvedValueOnce(conflict)
  await queue.flush()
  const kept = keep.mock.lastCall?.[0] ?? {}
  expect(kept).toMatchObject({ name: { value: 'Ana', base: 0 }, age: { value: 5, base: 0 } })
  queue.stop()

  const reopened = makeQueue({ answers: [...conflict.conflicts], pending: kept })
  reopened.save.mockResolvedValueOnce(conflict)
  await reopened.queue.flush()
  expect(reopened.queue.current).toMatchObject({ values: { name: 'Ana', age: 5 }, conflicts: conflict.conflicts })
  reopened.queue.decide('age', false)
  expect(reopened.keep).toHaveBeenLastCalledWith({ name: expect.objectContaining({ value: 'Ana' }) })
  reopened.queue.decide('name', true)
  expect(await reopened.queue.flush()).toBe(true)
  expect(reopened.sent(1)).toEqual([['name', 'Ana', 3]])
  expect(reopened.keep).toHaveBeenLastCalledWith({})
  expect([sent(1), reopened.queue.current.values]).toEqual([undefined, { name: 'Ana', age: 6 }])
})

it('INT-06 an answer that the portal refuses is named at its field, and the others are saved without it', async () => {
  const { queue, save, sent } = makeQueue()
  queue.answer('name', 'Ana')
  queue.answer('age', 5)
  save.mockRejectedValueOnce(
    new ApiError(400, { code: 'invalid-request', errors: [{ path: 'answers.1.value', message: 'too-big' }] }),
  )
  await queue.flush()
  expect(sent(1)).toEqual([['name', 'Ana', 0]])
  expect(queue.current).toMatchObject({ errors: { age: 'too-big' }, pending: {}, values: { age: 5 } })
  queue.answer('age', 4)
  expect(queue.current.errors).toEqual({})
  queue.stop()
})

it.each([
  [0, 'waiting'],
  [503, 'waiting'],
  [429, 'waiting'],
  [409, 'refused'],
  [404, 'refused'],
])('INT-06 after a failure with status %i the answers are %s, and are kept', async (status, state) => {
  const { queue, save, keep } = makeQueue()
  queue.answer('name', 'Ana')
  save.mockRejectedValueOnce(new ApiError(status, { code: 'failed' }))
  expect(await queue.flush()).toBe(false)
  expect(queue.current).toMatchObject({ state, pending: { name: { value: 'Ana', base: 0 } } })
  if (state === 'waiting') expect(keep).toHaveBeenCalledWith(queue.current.pending)
  queue.stop()
})

it('INT-06 INT-08 an answer that waits is kept and sent while the one after it is typed only in part', async () => {
  const { queue, keep, sent } = makeQueue()
  queue.answer('phone', '+17165550142')
  queue.answer('phone', '+1716555')
  expect(keep).toHaveBeenLastCalledWith({ phone: expect.objectContaining({ value: '+17165550142' }) })
  expect(queue.unfinished()).toHaveProperty('phone')
  expect(await queue.flush()).toBe(true)
  expect(sent(0)).toEqual([['phone', '+17165550142', 0]])
  queue.answer('phone', '+17165550143')
  await queue.flush()
  expect(sent(1)).toEqual([['phone', '+17165550143', 1]])
})

it('INT-06 "saved" is said only after the browser keeps nothing older', async () => {
  const { queue, keep, states } = makeQueue()
  const before: string[][] = []
  keep.mockImplementation(async () => {
    before.push([...states])
    return undefined
  })
  queue.answer('name', 'Ana')
  await queue.flush()
  expect(before.at(-1)).not.toContain('waiting')
  expect(before.at(-1)?.at(-1)).toBe('saving')
  expect(states.at(-1)).toBe('saved')
})

it('INT-06 what waited in the browser is sent again with its own identifier', async () => {
  const pending = { name: { value: 'Ana', changeId: '3f0c7a52-5df2-4b8e-9a51-0e9c2f1d7b44', base: 2 } }
  const { queue, save } = makeQueue({ answers: [answer('name', 'An', 2)], pending })
  expect(queue.current).toMatchObject({ values: { name: 'Ana' }, state: 'waiting' })
  await queue.flush()
  expect(save.mock.calls[0]?.[0]).toEqual([{ item: 'name', ...pending.name }])
})

it('INT-08 a queue that was left neither keeps its answers again nor tries again, because a newer one may have others', async () => {
  vi.useFakeTimers()
  const { queue, save, keep } = makeQueue()
  save.mockRejectedValue(new ApiError(0, {}))
  queue.answer('name', 'Ana')
  const last = queue.flush()
  queue.stop()
  await last
  await vi.advanceTimersByTimeAsync(60_000)
  expect(save).toHaveBeenCalledTimes(1)
  expect(keep).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

it('INT-08 answers that were refused and are kept apart are not sent again', async () => {
  const { queue, save } = makeQueue()
  save.mockRejectedValue(new AnswersRefused(new ApiError(409, { code: 'intake-closed' })))
  queue.answer('name', 'Ana')
  expect(await queue.flush()).toBe(true)
  expect(queue.current).toMatchObject({ pending: {}, state: 'refused', values: { name: 'Ana' } })
  await queue.flush()
  expect(save).toHaveBeenCalledTimes(1)
  queue.stop()
})

it('INT-08 a queue whose answers are removed from the device sends nothing more, and ends after what it was sending', async () => {
  const { queue, save, keep } = makeQueue()
  let fail = (_error: Error) => {}
  save.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
  queue.answer('name', 'Ana')
  void queue.flush()
  const discarded = queue.discard().then(() => keep.mock.calls.length)
  queue.answer('name', 'Anna')
  fail(new ApiError(0, {}))
  expect(await discarded).toBe(1)
  await queue.flush()
  expect(save).toHaveBeenCalledTimes(1)
  expect(keep).toHaveBeenCalledTimes(1)
})
