import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'
import type { ServiceDetail } from '../service-detail.ts'
import { AnswersLine } from './answers-line.tsx'
import classes from './directory.module.css'
import { today } from './format-hours.ts'
import { IntakeChip, intakeWords } from './intake-chip.tsx'
import { ServiceFacts } from './service-facts.tsx'
import { ServiceOrganization } from './service-organization.tsx'
import { ServicePlaces } from './service-places.tsx'
import { isStaleNow, VerifiedLine } from './verified-line.tsx'

export type { PersonBarProps } from './collecting-parts.ts'
export { FitLine } from './fit-line.tsx'
export { languageName, listLanguages } from './language-name.ts'
export { useFit } from './person-fit.tsx'
export { PhoneLink } from './phone-link.tsx'
export { useRuleWords } from './rule-words.ts'
export { ServiceCard } from './service-card.tsx'
export { useAllTerms } from './use-directory-search.ts'
/** What other features may use of the directory's screens. */
export { IntakeChip, intakeWords, today, VerifiedLine }

/** Everything that the directory shows about a service, below its title. */
export function ServiceView({
  service,
  mayRefer,
  firstPlace = null,
}: {
  service: ServiceDetail
  mayRefer: boolean
  /** The place that the page starts with. */
  firstPlace?: string | null
}) {
  const { t } = useTranslation('services')
  return (
    <>
      <div className={classes.notices}>
        {service.intake && <IntakeChip intake={service.intake} />}
        <VerifiedLine assuredDate={service.assuredDate} />
        {mayRefer && <AnswersLine answersHere={service.organization.answersHere} />}
        {isStaleNow(service.assuredDate) && <p>{t('service.oldText')}</p>}
        {service.status === null && (
          <p className={classes.alert}>{t('service.statusSaid', { status: service.statusSaid })}</p>
        )}
        {service.status !== null && service.status !== 'active' && (
          <p className={classes.alert}>{t('service.notListed')}</p>
        )}
        {service.alert && <p className={classes.alert}>{service.alert}</p>}
      </div>
      <div className={classes.columns}>
        <ServicePlaces service={service} firstPlace={firstPlace} />
        <div className={classes.stack}>
          <Card>
            <ServiceFacts service={service} />
          </Card>
          <ServiceOrganization service={service} />
        </div>
      </div>
    </>
  )
}
