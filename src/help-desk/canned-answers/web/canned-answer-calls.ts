import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import type { CannedAnswer, CannedAnswerChange, CannedAnswerPage, NewCannedAnswer } from '../canned-answer.ts'

const answers = '/api/supportPortal/cannedAnswer/'
const quiet = { quiet: true }

export const cannedAnswers = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['cannedAnswer', 'list', text],
    queryFn: ({ pageParam, signal }) =>
      api.get<CannedAnswerPage>(answers, { ...quiet, signal, query: { text, limit: 50, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
export const createAnswer = (given: NewCannedAnswer) => api.post<CannedAnswer>(answers, given)
export const changeAnswer = (id: string, given: CannedAnswerChange) =>
  api.put<CannedAnswer>(`${answers}${id}`, given, quiet)
export const removeAnswer = (id: string) => api.delete(`${answers}${id}`)
