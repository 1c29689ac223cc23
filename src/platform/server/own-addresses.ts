import { isIP } from 'node:net'
import type { Environment } from './environment.ts'

/** Outside production no mail is sent, and this domain belongs to nobody. */
const NOBODY = 'hearthline.example'

/** The portal's public host name; null for an IP address or localhost. */
function mailDomain({ PUBLIC_URL }: Environment) {
  const name = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : ''
  return name.includes('.') && !isIP(name) ? name : null
}

/** The address in `Name <address>`. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender

/**
 * The sender of mail, the contact address of the pages, and the target of BOOK A DEMO. Missing values are derived from
 * other settings, so that no link is dead.
 */
export function ownAddresses(e: Environment) {
  const domain = mailDomain(e)
  // Quoted, because a comma in the name would start a second address.
  const name = e.PRODUCT_NAME.replace(/["\\]/g, '')
  const mailFrom = e.MAIL_FROM ?? `"${name}" <${domain ? `hearthline@${domain}` : `no-reply@${NOBODY}`}>`
  const contactEmail = e.CONTACT_EMAIL ?? addressIn(mailFrom)
  const subject = encodeURIComponent(`A demo of ${e.PRODUCT_NAME}`)
  // An evaluation portal has no address to write to, so it offers the recorded demo.
  const demo = contactEmail.endsWith(`@${NOBODY}`) ? e.DEMO_VIDEO_URL : `mailto:${contactEmail}?subject=${subject}`
  return { mailFrom, contactEmail, bookADemoUrl: e.BOOK_A_DEMO_URL ?? demo }
}
