import type { TestApp } from './app.ts'

/** The six-digit code in the last message to a telephone number, of a text or of the words of a call. */
export async function codeSentTo(app: TestApp, phone: string) {
  await app.workJobs()
  const [message] = await app.outbox(phone)
  const digits = (/(?:\d(?:, )?){6}/.exec(message?.text ?? '')?.[0] ?? '').replaceAll(', ', '')
  return { digits, channel: message?.channel }
}
