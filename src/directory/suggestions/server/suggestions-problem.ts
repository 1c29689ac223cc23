import { defineProblems } from '#platform/server/problem.ts'

export const suggestionProblem = defineProblems({
  'suggestion-decided': { status: 409, message: 'Somebody has already decided on this suggestion.' },
  'suggestion-in-words': {
    status: 409,
    message: 'This suggestion is only words: edit the listing, then mark it as done.',
  },
  'suggested-contact-gone': {
    status: 409,
    message: 'The person to ask for whom this suggestion corrects is no longer there.',
  },
  'suggested-number-gone': {
    status: 409,
    message: 'The telephone number that this suggestion corrects is no longer there.',
  },
})
