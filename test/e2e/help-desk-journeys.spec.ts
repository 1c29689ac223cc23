import type { Locator, Page } from '@playwright/test'
import { makeImage } from '../images.ts'
import { expect, expectNoSidewaysScroll, maria, reach, signIn, support, test } from './portal.ts'

/** One way to use a screen: how to activate, select and type. */
interface Hands {
  press: (target: Locator) => Promise<void>
  choose: (box: Locator, option: string) => Promise<void>
  write: (field: Locator, text: string) => Promise<void>
}

const chooseBy =
  (press: Hands['press']): Hands['choose'] =>
  async (box, option) => {
    await press(box)
    await press(box.page().getByRole('option', { name: option, exact: true }))
  }
const pointing = (press: Hands['press']): Hands => ({
  press,
  choose: chooseBy(press),
  write: async (field, text) => {
    await press(field)
    await field.page().keyboard.type(text)
  },
})

const keys: Hands = {
  press: async (target) => {
    await reach(target)
    await target.page().keyboard.press('Enter')
  },
  choose: async (box, option) => {
    const page = box.page()
    await reach(box)
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('option', { name: option, exact: true })
    await chosen.waitFor()
    // A list that has just opened may miss a key, or lose the current option.
    await expect(async () => {
      if ((await box.inputValue()) !== option) {
        for (let downs = 0; downs < 12; downs++) {
          const active = await box.getAttribute('aria-activedescendant')
          if (active && active === (await chosen.getAttribute('id'))) break
          await page.keyboard.press('ArrowDown')
        }
        await page.keyboard.press('Enter')
      }
      await expect(box).toHaveValue(option, { timeout: 1000 })
    }).toPass()
  },
  write: async (field, text) => {
    await reach(field)
    await field.page().keyboard.type(text)
  },
}

const ways = [
  { name: 'by mouse', hands: pointing((target) => target.click()), context: {} },
  { name: 'by keyboard alone', hands: keys, context: {} },
  {
    name: 'with a finger on a phone',
    hands: pointing((target) => target.tap()),
    context: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
  },
]

/** The reporter files a ticket with a picture and finds it in the list. */
async function file(page: Page, { press, choose, write }: Hands, description: string) {
  await page.goto('/support/helpDesk')
  await press(page.getByRole('button', { name: 'New Support Request' }))
  const dialog = page.getByRole('dialog', { name: 'New Support Request' })
  await choose(dialog.getByRole('combobox', { name: /Ticket Type/ }), 'Bug')
  await choose(dialog.getByRole('combobox', { name: /Priority/ }), 'Medium')
  await choose(dialog.getByRole('combobox', { name: /Have you cleared your cache/ }), 'Yes')
  const chooser = page.waitForEvent('filechooser')
  await press(dialog.getByRole('button', { name: 'Add screenshots' }))
  await (await chooser).setFiles({ name: 'grey.png', mimeType: 'image/png', buffer: await makeImage() })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'grey.png' })).toBeVisible()
  await write(dialog.getByLabel(/^Description/), description)
  await expectNoSidewaysScroll(page)
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
}
const lineOf = (page: Page, description: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: description })

for (const { name, hands, context } of ways)
  test(`HDN-01 HDN-05 HDN-06 HDV-01 HDV-05 NOTE-01 a ticket is filed, answered, closed and read, ${name}`, async ({
    browser,
    portal,
  }) => {
    const open = async (email: string) => {
      const page = await (await browser.newContext({ baseURL: portal.url, locale: 'en-US', ...context })).newPage()
      await signIn(page, email)
      return page
    }
    const [reporter, agent] = [await open(maria), await open(support)]
    const description = `The map is grey, ${name}`
    await file(reporter, hands, description)
    const line = lineOf(reporter, description)
    await expect(line).toHaveCount(1)
    const number = /HD-\d{6}/.exec((await line.textContent()) ?? '')?.[0] ?? ''

    await agent.goto('/support/helpDesk')
    await hands.write(agent.getByLabel('Search by ticket number'), number)
    await hands.press(agent.getByRole('button', { name: `View ${number}` }))
    const view = agent.getByRole('dialog', { name: number })
    await expectNoSidewaysScroll(agent)
    await hands.press(view.getByRole('button', { name: 'Add Note' }))
    const note = agent.getByRole('dialog', { name: 'Add Note' })
    await hands.write(note.getByLabel('Note'), 'It is mended. Please look again.')
    await hands.press(note.getByRole('button', { name: 'Save' }))
    await expect(note).toBeHidden()
    await hands.choose(view.getByRole('combobox', { name: /^Status/ }), 'Closed')
    await hands.press(view.getByRole('button', { name: 'Save' }))
    await expect(agent.getByText('Support request saved.')).toBeVisible()

    // The reporter's list updates automatically.
    await expect(line).toContainText('Closed')
    await hands.press(reporter.getByRole('button', { name: `View ${number}` }))
    const seen = reporter.getByRole('dialog', { name: number })
    await expect(seen.getByText('It is mended. Please look again.')).toBeVisible()
    await expectNoSidewaysScroll(reporter)
    await hands.press(seen.getByRole('button', { name: 'Close' }))
    await expect(seen).toBeHidden()
    for (const page of [reporter, agent]) await page.context().close()
  })
