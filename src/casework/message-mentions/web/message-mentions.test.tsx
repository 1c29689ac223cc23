import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const reader = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })

it('REF-13 an @ offers people in a list for the keyboard, and who is mentioned sees it in the message', async () => {
  const contactId = (await makePerson(stage.as.creator)).id as string
  const { id } = (await refer(stage, { contactId })).body
  const page = await openScreen(`/referrals/${id}`, { as: reader('recipient') })
  const field = (await page.findByRole('textbox', { name: /^Write to/ })) as HTMLTextAreaElement
  await page.user.type(field, 'Thanks @ma')
  const option = await page.findByRole('option', { name: `Maria Tester ${stage.sender.name}` })
  expect(option.closest('[role=listbox]')?.getAttribute('aria-label')).toBe('People to mention')
  await page.user.keyboard('{Escape}')
  expect([page.queryByRole('option'), field.value]).toEqual([null, 'Thanks @ma'])
  await page.user.keyboard('r')
  await page.findByRole('option')
  // The same person is offered still, and Enter still selects them.
  await page.user.keyboard('i{Enter}')
  expect(field.value).toBe('Thanks @Maria Tester ')
  await page.user.keyboard('for the papers')
  await page.press('Send message')
  expect((await page.findByText('@Maria Tester', { selector: 'b' })).parentElement?.textContent).toBe(
    'Thanks @Maria Tester for the papers',
  )
  const other = await openScreen(`/referrals/${id}`, { as: reader('creator') })
  await other.findByText('@Maria Tester', { selector: 'b' })
})
