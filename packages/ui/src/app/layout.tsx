import {
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  Nav,
  NavItem,
  NavList,
  Page,
  PageSidebar,
  PageSidebarBody,
  PageToggleButton,
  SkipToContent,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { meQuery } from "../api/queries.ts";
import { startLive } from "../live/live.ts";
import { useSignedOut } from "../session/session.ts";
import { texts } from "../texts/index.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

const pages = [
  { to: "/overview", label: texts.app.overview },
  { to: "/clusters", label: texts.app.clusters },
  { to: "/hosts", label: texts.app.hosts },
  { to: "/infra-envs", label: texts.app.images },
  { to: "/events", label: texts.app.events },
] as const;

const SessionEnded = lazyPage("SessionEnded", async () => (await import("../login/session-ended.tsx")).SessionEnded);

/** Outside of the layout: a component made anew with each drawing would lose the keyboard's focus. */
const BrandLink = (props: object) => <Link to="/clusters" {...props} className="mu-brand" />;

export function Layout() {
  const { pathname } = useLocation();
  const mustSignIn = useSignedOut() && pathname !== "/login";
  // A session that ends while somebody types is asked for above the page, which keeps what was typed.
  const wasSignedIn = useQuery(meQuery()).data !== undefined;
  useEffect(() => startLive(), []);
  const masthead = (
    <Masthead display={{ default: "inline" }}>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton isHamburgerButton aria-label={texts.app.toggleNavigation} />
        </MastheadToggle>
        <MastheadBrand>
          <MastheadLogo component={BrandLink}>
            <img src="/favicon.svg" alt="" />
            {texts.app.name}
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <Toolbar isStatic>
          <ToolbarContent>
            <ToolbarGroup align={{ default: "alignEnd" }}>
              <ToolbarItem>
                <ThemeChoice />
              </ToolbarItem>
              <ToolbarItem>
                <SessionMenu />
              </ToolbarItem>
            </ToolbarGroup>
          </ToolbarContent>
        </Toolbar>
      </MastheadContent>
    </Masthead>
  );
  const sidebar = (
    <PageSidebar>
      <PageSidebarBody>
        <Nav aria-label={texts.app.navigation}>
          <NavList>
            {pages.map(({ to, label }) => (
              <NavItem key={to} itemId={to} isActive={pathname.startsWith(to)}>
                <Link to={to}>{label}</Link>
              </NavItem>
            ))}
            <NavItem itemId="docs" to="/docs">
              {texts.app.apiDocs}
            </NavItem>
          </NavList>
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  );
  return (
    <Page
      masthead={masthead}
      sidebar={sidebar}
      isManagedSidebar
      isContentFilled
      mainContainerId="content"
      skipToContent={<SkipToContent href="#content">{texts.app.skip}</SkipToContent>}
      banner={<ConnectionBanner />}
    >
      {mustSignIn && wasSignedIn && <SessionEnded />}
      {mustSignIn && !wasSignedIn ? <Navigate to="/login" search={{ from: pathname }} /> : <Outlet />}
    </Page>
  );
}
