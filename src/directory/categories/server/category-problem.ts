import { defineProblems } from '#platform/server/problem.ts'

export const categoryProblem = defineProblems({
  'category-used': { status: 409, message: 'Listings have this category. Merge it into another one instead.' },
  'category-has-below': { status: 409, message: 'There are categories below this one. Move or retire them first.' },
  'category-above-retired': { status: 409, message: 'The category above this one is retired. Offer that one first.' },
  'category-twice': { status: 409, message: 'A category of this name is offered at this place. Rename or merge one.' },
  'category-merged': { status: 409, message: 'This category was merged into another one.' },
})
