import { expect, test } from '@playwright/test'
import {
  askByText,
  closeWithHelp,
  consent,
  enter,
  expectFit,
  ines,
  openDesk,
  openPhone,
  recordAppointment,
  recordDiscretion,
  recordPerson,
  refer,
  startSendingPortal,
} from './person-by-text-steps.ts'
import { lee as leeEmail, maria as mariaEmail, signIn } from './portal.ts'

test('INT-14 INT-15 REF-15 a person is asked in Spanish by text, consents on a phone, is told of each step, and says whether help came', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { url, textsTo, stop } = await startSendingPortal()
  try {
    const errors: string[] = []
    const [maria, lee, phone] = [
      await openDesk(browser, url, errors),
      await openDesk(browser, url, errors),
      await openPhone(browser, errors),
    ]
    /** The person's next text. */
    const textNumber = async (count: number) => {
      await expect.poll(() => textsTo(ines.dialed).length, { timeout: 30_000 }).toBe(count)
      return textsTo(ines.dialed)[count - 1] ?? ''
    }
    await signIn(maria, mariaEmail)
    await recordPerson(maria)
    await askByText(maria)
    const asked = await textNumber(1)
    expect(asked).toMatch(new RegExp(`^Hearthline: algo para que lo lea: ${url}/c/\\w+$`))
    await enter(phone, asked, 'Leerlo')
    await expect(phone.getByRole('heading', { level: 1, name: 'Permiso para compartir mi información' })).toBeFocused()
    await expectFit(phone)
    await consent(phone)
    await expectFit(phone)

    await expect(maria.getByText(/^Consent came on /)).toBeVisible()
    await recordDiscretion(maria)
    await refer(maria)
    const neutral = new RegExp(`^Algo para que lo lea: ${url}/p/\\w+$`)
    expect(await textNumber(2)).toMatch(neutral)
    await signIn(lee, leeEmail)
    await lee.getByRole('link', { name: 'Open: Inés V. · Emergency Rent Help' }).click()
    await lee.getByRole('button', { name: 'Accept', exact: true }).click()
    expect(await textNumber(3)).toMatch(neutral)
    await recordAppointment(lee)
    const told = await textNumber(4)
    expect(told).toMatch(neutral)
    await enter(phone, told, 'Abrir')
    await expect(phone.getByText(/^Su cita: .*5 de enero de \d{4}.*10:00 a\.m\.$/)).toBeVisible()
    await expect(phone.getByText('Pregunte por Lee.')).toBeVisible()
    await expectFit(phone)

    await closeWithHelp(lee)
    const closed = await textNumber(5)
    expect(closed).toMatch(neutral)
    await enter(phone, closed, 'Abrir')
    await phone.getByRole('radio', { name: 'En parte' }).check()
    await expectFit(phone)
    await phone.getByRole('button', { name: 'Enviar' }).tap()
    await expect(phone.getByRole('button', { name: 'Cambiar mi respuesta' })).toBeVisible()
    await expectFit(phone)
    const answer = maria.getByRole('region', { name: 'Did they get help?' })
    await expect(answer.getByText('Partly')).toBeVisible()
    await expect(maria.getByText(/^Told by text /)).toHaveCount(4)
    expect(textsTo(ines.dialed)).toHaveLength(5)
    expect(errors).toEqual([])
  } finally {
    await stop()
  }
})
