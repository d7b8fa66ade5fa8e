import { buildTheme, type ThemeConfig } from '@sanity/ui/theme'

const config: ThemeConfig = {
  color: {
    button: {
      default: {
        '*': {
          // The tints of a hue in the light scheme and in the dark scheme.
          '*': { bg: ['600', '400'] },
          hovered: { bg: ['700', '300'] },
          pressed: { bg: ['800', '300'] },
          selected: { bg: ['800', '300'] },
        },
      },
    },
    selectable: { '*': { selected: { bg: ['600', '400'] } } },
  },
}

/**
 * Sanity's theme with higher contrast. By default, white text on filled buttons and selected menu items has a contrast
 * ratio of 3.8 to 4.3 in the light scheme. The minimum is 4.5:
 * https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum
 */
export const theme = buildTheme(config)
