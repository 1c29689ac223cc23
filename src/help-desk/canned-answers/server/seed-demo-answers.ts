import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import { answerAuthor, demoAnswers } from '../demo/demo-answers.ts'
import { insertCannedAnswer } from './canned-answer-queries.ts'

/** Canned answers of the demo community's support agent. */
export async function seedDemoAnswers(database: Database) {
  const author = await database
    .selectFrom(accountPerson.as('author'))
    .select('id')
    .where('email', '=', answerAuthor)
    .executeTakeFirst()
  if (author) for (const answer of demoAnswers) await insertCannedAnswer(database, answer, author.id)
}
