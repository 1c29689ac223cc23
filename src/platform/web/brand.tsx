import { Link, useSearchParams } from 'react-router'
import { Logo } from '#ui/logo.tsx'
import classes from './brand.module.css'
import { configuration, partnerOf } from './configuration.ts'

/** The product's logo and name, next to the partner whose link brought the reader here. */
export function Brand({ to = '/' }: { to?: string }) {
  const [query] = useSearchParams()
  const { productName, logoUrl } = configuration()
  const partner = partnerOf(query.get('source'))
  return (
    <Link to={to} className={classes.brand}>
      {logoUrl ? <img src={logoUrl} alt="" height={34} /> : <Logo />}
      {productName}
      {partner && (
        <span className={classes.partner}>
          {partner.logo ? <img src={partner.logo} alt={partner.name} height={28} /> : partner.name}
        </span>
      )}
    </Link>
  )
}
