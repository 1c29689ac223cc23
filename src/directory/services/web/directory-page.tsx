import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bestQuestions } from '#directory/eligibility/best-questions.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { mayRefer } from '../directory-policy.ts'
import type { CollectingParts } from './collecting-parts.ts'
import { CrisisPanel } from './crisis-panel.tsx'
import { Results } from './directory-results.tsx'
import { DirectorySearch } from './directory-search.tsx'
import type { MapParts } from './map-parts-public.ts'
import { OrganizationsNamed } from './organizations-named.tsx'
import { type FoundPage, useDirectorySearch } from './use-directory-search.ts'

/** The resource directory: search, filters in the URL, and results to call, open or refer to. */
export function Screen({ ListBar, MyListsLink, PersonBar, ...parts }: CollectingParts & MapParts) {
  const { t } = useTranslation('services')
  const directory = useDirectorySearch()
  const { data } = directory.search
  const questions = useMemo(() => bestQuestions(data?.pages.flatMap(fitsOf) ?? []), [data])
  const user = knownUser()
  const may = user !== null && mayRefer({ roles: user.portalAccountRoles.map((r) => r.roleId) })
  return (
    <>
      <PageHeading title={t('page.title')} lead={t('page.lead')} action={may && <MyListsLink />} />
      <DirectorySearch filters={directory.filters} zipProblem={directory.zipProblem} onChange={directory.change} />
      {may && (
        <PersonBar
          contactId={directory.filters.contactId ?? null}
          fit={directory.filters.fit}
          personZip={directory.search.data?.pages[0]?.personZip ?? null}
          isAnywhere={directory.filters.anywhere === 'true'}
          questions={questions}
          onChange={directory.change}
        />
      )}
      <CrisisPanel text={directory.filters.text} near={directory.filters.near} />
      {directory.filters.text && <OrganizationsNamed filters={directory.filters} text={directory.filters.text} />}
      <Results {...directory} {...parts} may={may} />
      {may && <ListBar />}
    </>
  )
}

const fitsOf = ({ items }: FoundPage) => items.flatMap(({ fit }) => fit ?? [])
