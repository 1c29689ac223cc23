import { linkMoves, linkStates, linkTable } from './link-machine.ts'
import { reopenDays, transitions, undoMinutes } from './referral-machine.ts'
import { expiresAfter, remindersAfter } from './working-days.ts'

const names: Record<string, string> = {
  senderAdmin: "sender's admin",
  recipientTakesReferrals: 'recipient takes referrals',
  declineReason: 'reason (of the list)',
  closeReason: 'reason (of the list)',
  reviewOn: 'review date',
  nextRecipient: 'next recipient',
  firstContact: 'first contact, if there was one',
  within30Days: `within ${reopenDays} days`,
  reopenAsked: 'the recipient asked',
  ownLastStep: `one's own last step, within ${undoMinutes} minutes, nobody has acted on it since`,
  ownSending: "one's own sending, within a few seconds",
  notTaken: 'no other organization works on the need',
  consent: "consent that covers recipient and need, or the sender's override with reason",
}
const said = (words: readonly string[]) => words.map((word) => names[word] ?? word).join(', ')

const pages: Record<string, string> = {
  referral: 'the code, then the referral',
  claim: 'the form, or where the review stands',
  refusal: 'that the claim was refused',
}
const shownAs = (page: string) => pages[page] ?? `says \`${page}\``
const yesNo = (is: boolean) => (is ? 'yes' : 'no')

/** Renders docs/referral-states.md from the table that the server enforces. */
export const renderStates = () => `# The states of a referral

Made from \`src/casework/referrals/referral-machine.ts\` by \`node scripts/render-referral-states.ts\`; a test fails when this page is stale.
The response clock reminds after ${remindersAfter.join(' and ')} working days and ends after ${expiresAfter}.
Inside one organization nothing leaves it, so no consent is asked for.
A referral to an organization where nobody has an account is held: it does not exist for the recipient, and its clock runs as long as
its claim link, 30 days. It opens, in the state that it is in, when the claim made with its link is approved or its sender confirms
the recipient; the response clock starts then.

| From | Action | To | Who | Needs | What follows |
|---|---|---|---|---|---|
${transitions
  .map(({ action, from, to, child, by, needs, follows }) => {
    const start = from.length > 11 ? 'any' : from.join(', ')
    const end = [to ?? (action === 'undo' ? 'as before' : 'unchanged'), ...(child ? [`child: ${child}`] : [])].join(
      '; ',
    )
    return `| ${start} | ${action} | ${end} | ${said(by)} | ${said(needs)} | ${follows} |`
  })
  .join('\n')}

## The states of its link

Made from \`src/casework/referrals/link-machine.ts\`. The link of an invitation has two pages: one to answer the referral, after a code
that goes to the address of the invitation ([0338](decisions/0338-answers-by-link.md)), and one to register for the organization
([0130](decisions/0130-who-may-claim.md)). The page to register works for 30 days; after that it says that the link has expired.
If accounts had opened the referral and it is held again, that page says \`ended\`. Whoever registered and waits for the review sees
where it stands also in the state \`ended\`, without the referral, unless that was recalled, expired or opened to accounts. Of the
states that apply, the first of this table is shown; after a refused claim only \`claimed\`, \`refused\`, \`expired\` and \`ended\` apply.

| State | When | Page to answer | Page to register | Mails to its holder | Opening is recorded |
|---|---|---|---|---|---|
${linkStates
  .map((state) => {
    const { when, answerPage, registrationPage, isNotified, isRecorded } = linkTable[state]
    return `| ${[state, when, shownAs(answerPage), shownAs(registrationPage), yesNo(isNotified), yesNo(isRecorded)].join(' | ')} |`
  })
  .join('\n')}

Nobody sets a state: it follows from the referral and its links.

| From | What happens | To | Who |
|---|---|---|---|
${linkMoves.map(({ move, from, to, by }) => `| ${from.join(', ')} | ${move} | ${to ?? 'unchanged'} | ${by} |`).join('\n')}
`
