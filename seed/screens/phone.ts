import { type Icon, icon } from './drawings/icons.ts'
import { html } from './html.ts'

/** Returns the phone's status bar, with the time at the left. */
export function statusBar(time: string): string {
  return html`<div class="status num">
    <span>${time}</span>
    <svg width="68" height="14" viewBox="0 0 68 14" fill="currentColor">
      <path d="M0 9h3v4H0zM5 6.5h3V13H5zM10 4h3v9h-3zM15 1h3v12h-3z" />
      <path d="M32 13l3-3.6a4.6 4.6 0 0 0-6 0zM27.4 7.5a7 7 0 0 1 9.2 0l1.6-1.9a9.5 9.5 0 0 0-12.4 0zM24.3 3.8a12 12 0 0 1 15.4 0L41.2 2a14.3 14.3 0 0 0-18.4 0z" />
      <path d="M44.7 1.700h18.600v10.600H44.700z" fill="none" stroke="currentColor" stroke-width="1.3" opacity=".5" />
      <path d="M46.7 3.700h12v6.600h-12zM65 5h1.700v4H65z" />
    </svg>
  </div>`
}

/** The home indicator: the line at the bottom edge of the screen. */
export const homeIndicator = '<div class="indicator"></div>'

/** Returns a tab bar. `open` is the label of the selected tab. */
export function tabBar(open: string, tabs: [Icon, string][] = mainTabs): string {
  return html`<div class="tabs">
    ${tabs.map(([name, label]) => {
      return html`<span class="${label === open && 'on'}">${icon(name, 24)}${label}</span>`
    })}
  </div>${homeIndicator}`
}

const mainTabs: [Icon, string][] = [
  ['home', 'Home'],
  ['search', 'Explore'],
  ['bag', 'Orders'],
  ['wallet', 'Wallet'],
  ['user', 'You'],
]

/** The tabs of the app for businesses. */
export const businessTabs: [Icon, string][] = [
  ['chart', 'Today'],
  ['note', 'Orders'],
  ['store', 'Shop'],
  ['wallet', 'Payouts'],
  ['user', 'Account'],
]

/** Returns a navigation bar: a back button, a title, and up to two action buttons at the right. */
export function navigation(title = '', actions: Icon[] = []): string {
  return html`<div class="row between" style="height:52px; padding:0 20px; flex:none">
    <span class="round">${icon('left')}</span>
    <span class="b" style="font-size:16px">${title}</span>
    ${actions.length === 0 && '<span style="width:44px"></span>'}
    ${
      actions.length > 0 &&
      html`<span class="row" style="gap:8px">
      ${actions.map((name) => html`<span class="round">${icon(name)}</span>`)}
    </span>`
    }
  </div>`
}
