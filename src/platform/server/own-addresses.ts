import { isIP } from 'node:net'
import type { Environment } from './environment.ts'

/** Outside production no mail leaves, and this name belongs to nobody. */
const NOBODY = 'hearthline.example'

/** The host name that people know the portal by; none where they use an IP address or this machine alone. */
function mailDomain({ PUBLIC_URL }: Environment) {
  const name = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : ''
  return name.includes('.') && !isIP(name) ? name : null
}

/** The address within `Name <address>`. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender

/**
 * The sender of mail, whom the pages name for questions, and where BOOK A DEMO leads. What is not configured follows from
 * what is, so that none of it leads nowhere.
 */
export function ownAddresses(e: Environment) {
  const domain = mailDomain(e)
  // In quotes, because a comma in the name would begin a second address.
  const name = e.PRODUCT_NAME.replace(/["\\]/g, '')
  const mailFrom = e.MAIL_FROM ?? `"${name}" <${domain ? `hearthline@${domain}` : `no-reply@${NOBODY}`}>`
  const contactEmail = e.CONTACT_EMAIL ?? addressIn(mailFrom)
  const subject = encodeURIComponent(`A demo of ${e.PRODUCT_NAME}`)
  // A portal that is only tried out has nobody to write to. The recorded demo is what it can offer.
  const demo = contactEmail.endsWith(`@${NOBODY}`) ? e.DEMO_VIDEO_URL : `mailto:${contactEmail}?subject=${subject}`
  return { mailFrom, contactEmail, bookADemoUrl: e.BOOK_A_DEMO_URL ?? demo }
}
