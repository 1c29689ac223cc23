import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/** Answers that the test releases when it wants. */
function held() {
  const asked: { keys: string[]; answer: () => void; fail: () => void }[] = []
  const find = createBatcher(
    (keys) =>
      new Promise<Map<string, string>>((done, fail) => {
        const answer = () => done(new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `of ${key}`])))
        asked.push({ keys, answer, fail: () => fail(new Error('gone')) })
      }),
  )
  return { asked, find }
}
const turn = () => new Promise((done) => setImmediate(done))

it('HD-05 whoever asks while others are answered goes along with one later question, and never with an earlier one', async () => {
  const { asked, find } = held()
  const answers = [find('a')]
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a']])
  answers.push(...['b', 'a', 'c', 'b', 'unknown'].map(find))
  await turn()
  expect(asked).toHaveLength(1)
  asked[0]?.answer()
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'a', 'c', 'unknown']])
  const again = find('b')
  asked[1]?.answer()
  await turn()
  expect(asked[2]?.keys).toEqual(['b'])
  asked[2]?.answer()
  expect(await Promise.all([...answers, again])).toEqual(['of a', 'of b', 'of a', 'of c', 'of b', undefined, 'of b'])
})

it('HD-05 a question that fails fails for those who asked it alone', async () => {
  const { asked, find } = held()
  const say = (key: string) => find(key).catch((error: Error) => error.message)
  const first = say('a')
  await turn()
  const second = say('b')
  asked[0]?.fail()
  await turn()
  asked[1]?.answer()
  expect(await Promise.all([first, second])).toEqual(['gone', 'of b'])
})
