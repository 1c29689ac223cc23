import { isReachable, type ListedOrganization } from '#directory/services/service-detail.ts'
import { callButton, e, fits, hrefOf, type Visit, writePage } from './page-parts.ts'
import type { CardRoom } from './result-card.ts'
import { resultList } from './search-page.ts'
import type { Results } from './search-publicly.ts'
import { addressesOf } from './service-page.ts'
import { clip } from './service-words-public.ts'

const rooms: (CardRoom & { about: number })[] = [
  { about: 3000, excerpt: 180, line: 160 },
  { about: 600, excerpt: 90, line: 110 },
  { about: 200, excerpt: 0, line: 80 },
]

function noService(organization: ListedOrganization, { writer: { say } }: Visit) {
  const how = say(`organization.${isReachable(organization) ? 'noServiceText' : 'noContact'}`)
  return `<p>${e(say('organization.noService'))}. ${e(how)}</p>`
}

/** An organization and what it offers: HTML without scripts, of at most 30 kB. */
export function organizationPage(
  organization: ListedOrganization,
  results: Results,
  visit: Visit,
  more: string | undefined,
): string {
  const { t } = visit.writer
  const path = `/organization/${organization.id}`
  const about = organization.description
  const page = {
    ...{ title: clip(organization.name, 200), path, params: { more: more ?? '' } },
    ...{ isIndexed: results.page === 1, description: about && clip(about, 160) },
  }
  let html = ''
  for (const room of rooms) {
    const main = [
      `<p><a href="${e(hrefOf(visit, ''))}">${e(t('find.again'))}</a></p><h1>${e(page.title)}</h1>`,
      about ? `<p>${e(clip(about, room.about))}</p>` : '',
      ...organization.phones.slice(0, 6).map((phone) => callButton(phone, visit.writer)),
      addressesOf(organization.website, organization.email, visit.writer),
      `<section aria-labelledby="services"><h2 id="services">${e(t('organization.services'))}</h2>${results.items.length ? resultList(results, visit, room, (next) => hrefOf(visit, path, { more: next })) : noService(organization, visit)}</section>`,
    ]
    html = writePage(page, visit, main.filter(Boolean).join('\n'))
    if (fits(html)) break
  }
  return html
}
