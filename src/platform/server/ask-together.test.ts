import { expect, it } from 'vitest'
import { askTogether } from './ask-together.ts'

/** Answers that come when the test lets them. */
function held() {
  const asked: { keys: string[]; answer: () => void; fail: () => void }[] = []
  const find = askTogether(
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
  const answers = ['a', 'b', 'c', 'd', 'c', 'unknown'].map(find)
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  asked[1]?.answer()
  await turn()
  expect(asked[2]?.keys).toEqual(['c', 'd', 'unknown'])
  const again = find('a')
  asked[0]?.answer()
  asked[2]?.answer()
  await turn()
  expect(asked[3]?.keys).toEqual(['a'])
  asked[3]?.answer()
  expect(await Promise.all([...answers, again])).toEqual(['of a', 'of b', 'of c', 'of d', 'of c', undefined, 'of a'])
})

it('HD-05 a question that fails fails for those who asked it alone', async () => {
  const { asked, find } = held()
  const answers = ['a', 'b', 'c'].map((key) => find(key).catch((error: Error) => error.message))
  asked[0]?.fail()
  await turn()
  asked[2]?.answer()
  asked[1]?.answer()
  expect(await Promise.all(answers)).toEqual(['gone', 'of b', 'of c'])
})
