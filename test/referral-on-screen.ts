import { expect } from 'vitest'
import { makeStage, refer } from '#test/referral-stage.ts'
import type { TestApp } from './app.ts'
import { PASSWORD } from './factories.ts'
import { type OpenScreen, waitFor } from './screen.tsx'

export type Side = 'recipient' | 'creator' | 'senderAdmin'
export type Step = [who: Side, call: Record<string, unknown>]

/** The organizations of a referral and its people, and a referral after some steps. */
export async function stageOnScreen(app: TestApp) {
  const stage = await makeStage(app)
  const signedIn = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })
  /** @returns the identifier of a new referral */
  const walk = async (given: Record<string, unknown>, ...steps: Step[]) => {
    let { id, version } = (await refer(stage, given)).body
    for (const [who, call] of steps) {
      const taken = await stage.as[who]('POST', `/api/referral/${id}/transition`, { ...call, version })
      if (taken.status !== 200)
        throw new Error(`${call.action} answered ${taken.status}: ${JSON.stringify(taken.body)}`)
      version = taken.body.version
    }
    return id as string
  }
  const read = async (id: string, who: Side = 'creator') => (await stage.as[who]('GET', `/api/referral/${id}`)).body
  /** Makes a referral older, in days. */
  const change = (id: string, given: Record<string, unknown>) =>
    app.database.updateTable('referral').set(given).where('id', '=', id).execute()
  return { stage, signedIn, walk, read, change }
}

/** Waits until the page has recorded what was read, and the recipient's view. */
export async function untilRead(page: OpenScreen, id: string) {
  await waitFor(() => expect(page.calls('POST', `/api/referral/${id}/read`)[0]?.status).toBe(204))
  const views = page.calls('POST', `/api/referral/${id}/transition`)
  await waitFor(() => expect(page.queryAllByText('opened it', { exact: false })).toHaveLength(views.length))
  await page.loaded()
}

export const noor = [
  ...['Person', 'Noor Abadi, <age>', 'Contact'],
  '(716) 555-0142 | → tel:+17165550142 | · | <email> | → mailto:<email>',
]
export const firstNameOnly = ['Person', 'Noor A.']
export const routineShelter = ['Need', 'Shelter', 'Urgency', 'Routine']
export const fromMaria = ['From', 'Maria Tester']
export const writeTo = (organization: string) => [
  'Ctrl+Enter sends',
  `<textarea Write to ${organization}… "" at most 4000>`,
  'Send message | <disabled>',
  '<file Attach files "">',
  'Attach files',
]

/** The proof of delivery for the sender, as long as no mail went out, and why the person is not told. */
export const delivery = (opened = 'Not opened yet') => [
  ...['Delivery', 'E-mail to 1 person | <masked> | Waiting to be sent · just now', opened],
  'What the person is told',
  'Not told: nobody has recorded how it is safe to contact them. | Open the record | → /people/<id>',
]

/** What the author of the last step reads. @param did what they did, in words */
export const canUndo = (did: string) => [
  did,
  'If that was a mistake, you can undo it until <time>, as long as nobody has acted on it.',
  'Undo',
]

export const dayInDigits = (day: Date) =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(day)

/** Replaces what differs between runs. */
export const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/(Eastside|Harbor) [\da-f]{4}/g, '$1')
      .replaceAll(/Organization [\da-f]{8}/g, '<organization>')
      .replaceAll(/Noor Abadi, \d\d/g, 'Noor Abadi, <age>')
      .replaceAll(/.•••@[\w.-]+/g, '<masked>')
      .replaceAll(/[\w.-]+@[\w.-]+\.(test|example)/g, '<email>')
      .replace(/ in \d+ (hours|days|minutes)$/, ' in <span>')
      .replace(/undo it until \d+:\d\d [AP]M/, 'undo it until <time>')
      .replace(/Good (morning|afternoon|evening)|Buen(os días|as tardes|as noches)/, '<greeting>')
      .replaceAll(dayInDigits(new Date()), '<today>'),
  )
