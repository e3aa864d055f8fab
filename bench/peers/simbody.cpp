/* Simbody: a chain of rods, the four-bar linkage, one launch of the trebuchet with witness functions for its events. */
#include <Simbody.h>

#include "row.h"

using namespace SimTK;

static const double accuracy = 1e-8;
static const Vec3 down(0, -1, 0);

static Body::Rigid rod() {
    return Body::Rigid(MassProperties(1, down / 2, Inertia(1. / 12, 1e-9, 1. / 12).shiftFromMassCenter(down / 2, 1)));
}

struct World {
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    Force::UniformGravity gravity;
    explicit World(double g) : matter(system), forces(system), gravity(forces, matter, Vec3(0, -g, 0)) {
    }
};

/* Runs until the time or an event that ends it, and leaves the last state. */
static State run(const World &world, Integrator &integrator, const State &start, double until) {
    integrator.setAccuracy(accuracy);
    integrator.setConstraintTolerance(accuracy);
    integrator.setInternalStepLimit(1000000);
    TimeStepper stepper(world.system, integrator);
    stepper.initialize(start);
    stepper.stepTo(until);
    State end = stepper.getState();
    world.system.realize(end, Stage::Velocity);
    return end;
}

static State run_by(int method, const World &world, const State &start, double until) {
    if (method) {
        CPodesIntegrator adams_or_bdf(world.system);
        return run(world, adams_or_bdf, start, until);
    }
    RungeKuttaMersonIntegrator merson(world.system);
    return run(world, merson, start, until);
}

static const char *const methods[] = {"Runge-Kutta-Merson, accuracy 1e-8", "CPodes, accuracy 1e-8"};

static void chain(int N) {
    World world(9.81);
    MobilizedBody before = world.matter.updGround();
    for (int i = 0; i < N; i++)
        before = MobilizedBody::Pin(before, Transform(i ? down : Vec3(0)), rod(), Transform(Vec3(0)));
    State s = world.system.realizeTopology();
    world.system.realizeModel(s);
    for (int i = 0; i < N; i++) {
        s.updQ()[i] = chain_angle(i) - (i ? chain_angle(i - 1) : 0);
        s.updU()[i] = chain_rate(i) - (i ? chain_rate(i - 1) : 0);
    }
    world.system.realize(s, Stage::Acceleration);
    double seconds, last = s.getUDot().sum();
    TIME(seconds, s.updQ()[0] += 1e-14; world.system.realize(s, Stage::Acceleration));
    row("chain", "realize(Acceleration)", N, seconds, last);
}

static void fourbar() {
    World world(9.81);
    MobilizedBody::Pin a(world.matter.updGround(), Transform(Vec3(0)), rod(), Transform(Vec3(0)));
    MobilizedBody::Pin b(a, Transform(down), rod(), Transform(Vec3(0)));
    MobilizedBody::Pin c(b, Transform(down), rod(), Transform(Vec3(0)));
    Constraint::PointInPlane x(world.matter.updGround(), UnitVec3(1, 0, 0), 2, c, down);
    Constraint::PointInPlane y(world.matter.updGround(), UnitVec3(0, 1, 0), 0, c, down);
    State start = world.system.realizeTopology();
    double t = Pi / 3, dx = 2 - sin(t), dy = cos(t);
    double middle = atan2(dx, -dy), half = acos(sqrt(dx * dx + dy * dy) / 2);
    a.setAngle(start, t), b.setAngle(start, middle - half - t), c.setAngle(start, 2 * half);
    double seconds, angle = 0; /* CPodes comes to a halt here */
    TIME(seconds, angle = a.getAngle(run_by(0, world, start, 10)));
    row("fourbar", methods[0], 0, seconds, angle);
}

/* The ground lets the stone go where it would have to pull. */
struct LiftOff : TriggeredEventHandler {
    const Constraint::PointInPlane &ground;
    explicit LiftOff(const Constraint::PointInPlane &c) : TriggeredEventHandler(Stage::Acceleration), ground(c) {
        getTriggerInfo().setRequiredLocalizationTimeWindow(1e-10);
    }
    Real getValue(const State &s) const override {
        return ground.isDisabled(s) ? 1.0 : -ground.getMultipliersAsVector(s)[0];
    }
    void handleEvent(State &s, Real, bool &) const override {
        if (!ground.isDisabled(s))
            ground.disable(s);
    }
};

struct Release : TriggeredEventHandler {
    const MobilizedBody::Pin &sling;
    explicit Release(const MobilizedBody::Pin &p) : TriggeredEventHandler(Stage::Position), sling(p) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
        getTriggerInfo().setRequiredLocalizationTimeWindow(1e-10);
    }
    Real getValue(const State &s) const override {
        return sling.getAngle(s) - (-2 * Pi + 0.6);
    }
    void handleEvent(State &, Real, bool &end) const override {
        end = true;
    }
};

static Body::Rigid body(double mass, double at, double inertia) {
    Vec3 middle(at, 0, 0);
    return Body::Rigid(MassProperties(mass, middle, Inertia(1e-9, inertia, inertia).shiftFromMassCenter(middle, mass)));
}

static void launch() {
    const double g = 9.80665;
    World world(g);
    MobilizedBody::Pin arm(world.matter.updGround(), Transform(Vec3(0, 3, 0)), body(50, 1.5, 50 * 25 / 12.),
                           Transform(Vec3(0)));
    MobilizedBody::Pin weight(arm, Transform(Vec3(-1, 0, 0)), body(1000, 1, 1e-9), Transform(Vec3(0)));
    MobilizedBody::Pin sling(arm, Transform(Vec3(4, 0, 0)), body(10, 3.5, 1e-9), Transform(Vec3(0)));
    Constraint::PointInPlane ground(world.matter.updGround(), UnitVec3(0, 1, 0), 0, sling, Vec3(3.5, 0, 0));
    world.system.addEventHandler(new LiftOff(ground));
    world.system.addEventHandler(new Release(sling));
    State start = world.system.realizeTopology();
    double a = Pi + asin(3. / 4);
    arm.setAngle(start, a), weight.setAngle(start, -Pi / 2 - a), sling.setAngle(start, -a);
    for (int method = 0; method < 2; method++) {
        double seconds, range = 0;
        TIME(seconds, State s = run_by(method, world, start, 5);
             Vec3 p = sling.findStationLocationInGround(s, Vec3(3.5, 0, 0));
             Vec3 v = sling.findStationVelocityInGround(s, Vec3(3.5, 0, 0));
             range = p[0] + v[0] * (v[1] + std::sqrt(v[1] * v[1] + 2 * g * p[1])) / g);
        row("launch", methods[method], 0, seconds, range);
    }
}

int main() {
    launch();
    fourbar();
    for (int N : chain_sizes)
        chain(N);
}
