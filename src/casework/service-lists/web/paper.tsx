import { pagesOf, type Sheet, type SheetService } from '../sheet.ts'
import classes from './service-lists.module.css'

const FACTS_ON_PAPER = 4

/** A list on paper, in its language and in large type: three services on each page. The screen does not show it. */
export const Paper = ({ sheet }: { sheet: Sheet }) => (
  <div className={classes.paper} lang={sheet.language}>
    {pagesOf(sheet.services).map((services, index) => (
      <section key={services[0]?.id} className={classes.sheet}>
        {index === 0 && (
          <>
            <h1>{sheet.title}</h1>
            <p>{sheet.asOf}</p>
          </>
        )}
        {services.map((service) => (
          <PaperService key={service.id} service={service} sheet={sheet} />
        ))}
      </section>
    ))}
  </div>
)

/** A service with what matters on the way to it. */
export function PaperService({ service, sheet }: { service: SheetService; sheet: Sheet }) {
  const { name, organizationName, notices, note, phones, place, hours, facts } = service
  const lines = [
    ...(note ? [{ label: sheet.noteLabel, text: note }] : []),
    ...phones.map(({ kind, shown }) => ({ label: kind, text: shown })),
    ...(place
      ? [{ label: sheet.whereLabel, text: [place.lines.join(', '), place.words].filter(Boolean).join('. ') }]
      : []),
    ...(hours ? [hours] : []),
    ...facts.slice(0, FACTS_ON_PAPER),
  ]
  return (
    <article>
      <h2>{name}</h2>
      {organizationName && <p>{organizationName}</p>}
      {notices.map((notice) => (
        <p key={notice}>
          <b>{notice}</b>
        </p>
      ))}
      {lines.map(({ label, text }) => (
        <p key={`${label} ${text}`}>
          <b>{label}:</b> {text}
        </p>
      ))}
    </article>
  )
}
