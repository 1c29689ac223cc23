/** The house and the flame. The name next to it is the text alternative. */
export const Logo = ({ size = 34 }: { size?: number }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 40 40"
    fill="none"
    stroke="var(--hl-hearth)"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M5 19 20 6l15 13" />
    <path d="M9 16v18h22V16" />
    <path
      d="M20 31c4.200 0 6.200-2.600 6.200-5.600 0-4-4-5.400-4.600-9.400-2.600 1.800-3 4-2.600 6-1.600-.4-2.200-1.600-2.200-1.600-1.800 1.600-3 3-3 5.200 0 3 2.200 5.400 6.200 5.400Z"
      fill="var(--hl-hearth)"
      stroke="none"
    />
  </svg>
)
